package com.acme.validation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import javax.validation.Constraint;
import javax.validation.Payload;

@Target({ElementType.PARAMETER, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = ListedValidator.class)
public @interface Listed {
  String message() default "not allowed";

  String[] accepts() default {"id", "created"};

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};
}

package com.acme.validation;

import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import javax.validation.Constraint;
import javax.validation.ConstraintValidator;
import javax.validation.ConstraintValidatorContext;
import javax.validation.constraints.NotNull;
import javax.validation.constraints.Size;

/** Constraints of the project's own, each with what validates it. */
public class Constraints {
  enum Direction { ASC, DESC }

  @Constraint(validatedBy = DirectionValidator.class)
  public @interface OfEnum {}

  static class DirectionValidator implements ConstraintValidator<OfEnum, String> {
    public boolean isValid(String value, ConstraintValidatorContext context) {
      for (Direction one : Direction.values()) {
        if (one.name().equals(value)) return true;
      }
      return false;
    }
  }

  @Constraint(validatedBy = {ChoiceValidator.class})
  public @interface Choice {}

  static class ChoiceValidator implements ConstraintValidator<Choice, String> {
    private static final Set<String> CHOICES = Set.of("a", "b");

    public boolean isValid(String value, ConstraintValidatorContext context) {
      return value == null || CHOICES.contains(value);
    }
  }

  @Constraint(validatedBy = WordValidator.class)
  public @interface Word {}

  static class WordValidator implements ConstraintValidator<Word, String> {
    private static final Pattern WORD = Pattern.compile("^[a-z_]+$");

    public boolean isValid(String value, ConstraintValidatorContext context) {
      if (value == null) return true;
      return WORD.matcher(value).matches();
    }
  }

  /** A constraint that is made of others. */
  @NotNull
  @javax.validation.constraints.Pattern(regexp = "[a-z]{1,20}")
  @Constraint(validatedBy = {})
  public @interface Column {}

  /** Asks for a length, which says nothing of what is in the text. */
  @Constraint(validatedBy = ShortValidator.class)
  public @interface Short {}

  static class ShortValidator implements ConstraintValidator<Short, String> {
    public boolean isValid(String value, ConstraintValidatorContext context) {
      return value != null && value.length() < 200;
    }
  }

  /** Says yes whatever the list holds. */
  @Constraint(validatedBy = LaxValidator.class)
  public @interface Lax {}

  static class LaxValidator implements ConstraintValidator<Lax, String> {
    public boolean isValid(String value, ConstraintValidatorContext context) {
      if (!Arrays.asList("a", "b").contains(value)) {
        context.disableDefaultConstraintViolation();
      }
      return true;
    }
  }

  /** The wrong way round. */
  @Constraint(validatedBy = OtherValidator.class)
  public @interface NoneOf {}

  static class OtherValidator implements ConstraintValidator<NoneOf, String> {
    public boolean isValid(String value, ConstraintValidatorContext context) {
      return !Arrays.asList("a", "b").contains(value);
    }
  }

  /** An annotation by the same name as a constraint's validates nothing. */
  public @interface Plain {}

  @Size(max = 9)
  @Constraint(validatedBy = {})
  public @interface Sized {}
}

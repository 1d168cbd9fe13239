package com.acme.validation;

import java.util.ArrayList;
import java.util.List;
import javax.validation.ConstraintValidator;
import javax.validation.ConstraintValidatorContext;

public class ListedValidator implements ConstraintValidator<Listed, String> {
  private List<String> allowed;

  @Override
  public void initialize(Listed listed) {
    allowed = new ArrayList<>();
    for (String one : listed.accepts()) {
      allowed.add(one.toUpperCase());
    }
  }

  @Override
  public boolean isValid(String value, ConstraintValidatorContext context) {
    if (!allowed.contains(value.toUpperCase())) {
      return false;
    }
    return true;
  }
}

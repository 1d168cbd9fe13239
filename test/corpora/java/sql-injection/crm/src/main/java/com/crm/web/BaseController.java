package com.crm.web;

import java.util.Set;

abstract class BaseController {
  private static final Set<String> OURS = Set.of("/contacts", "/deals", "/");

  protected String redirectTo(String target) {
    return "redirect:" + target;
  }

  protected boolean isOurs(String target) {
    return target != null && OURS.contains(target);
  }
}

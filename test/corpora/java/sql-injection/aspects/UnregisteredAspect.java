package com.acme.page;

import com.acme.page.Scoped.Unregistered;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Before;
import org.springframework.stereotype.Component;

/** No aspect: its method is one like any other. */
@Component
public class UnregisteredAspect {
  @Before("@annotation(unregistered)")
  public void before(JoinPoint point, Unregistered unregistered) {
    ((PageRequest) point.getArgs()[0]).setSort("name");
  }
}

package com.acme.page;

import com.acme.page.Scoped.Afterwards;
import com.acme.page.Scoped.ByDepartment;
import com.acme.page.Scoped.Perhaps;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.aspectj.lang.annotation.Pointcut;
import org.springframework.stereotype.Component;

@Aspect
@Component
public class ScopeAspect {
  @Before("@annotation(scope)")
  public void before(JoinPoint point, ByDepartment scope) {
    clear(point);
    fill(point, scope.alias());
  }

  private void clear(JoinPoint point) {
    Object first = point.getArgs()[0];
    if (first != null && first instanceof PageRequest) {
      PageRequest request = (PageRequest) first;
      request.getParams().put("scope", "");
    }
  }

  private void fill(JoinPoint point, String alias) {
    PageRequest request = (PageRequest) point.getArgs()[0];
    request.getParams().put("scope", " and " + alias + ".id = 1");
  }

  @Pointcut("@annotation(com.acme.page.Scoped.Ordered)")
  public void ordered() {}

  @Around("ordered()")
  public Object around(ProceedingJoinPoint point) throws Throwable {
    if (point.getArgs()[0] instanceof PageRequest request) {
      request.setSort("name");
    }
    return point.proceed();
  }

  @Around("@annotation(afterwards)")
  public Object after(ProceedingJoinPoint point, Afterwards afterwards) throws Throwable {
    Object made = point.proceed();
    ((PageRequest) point.getArgs()[0]).setSort("name");
    return made;
  }

  @Before("@annotation(perhaps)")
  public void sometimes(JoinPoint point, Perhaps perhaps) {
    PageRequest request = (PageRequest) point.getArgs()[0];
    if (request.getSize() > 10) {
      request.setSort("name");
    }
  }

  @Before("execution(public * com.acme.page.NamedService.list*(..))")
  public void named(JoinPoint point) {
    ((PageRequest) point.getArgs()[0]).setSort("name");
  }
}

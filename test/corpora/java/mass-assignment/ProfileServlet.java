package com.acme.profile;

import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.commons.beanutils.BeanUtils;

public class ProfileServlet extends HttpServlet {
  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response) {
    Profile profile = new Profile();
    try {
      BeanUtils.populate(profile, request.getParameterMap()); // expect: mass-assignment
      Profile other = new Profile();
      other.setName(request.getParameter("name")); // ok: mass-assignment
      BeanUtils.populate(other, java.util.Map.of("admin", "false")); // ok: mass-assignment
    } catch (ReflectiveOperationException e) {
      response.setStatus(500);
    }
  }

  public static class Profile {
    private String name;
    private boolean admin;

    public void setName(String name) {
      this.name = name;
    }

    public void setAdmin(boolean admin) {
      this.admin = admin;
    }
  }
}

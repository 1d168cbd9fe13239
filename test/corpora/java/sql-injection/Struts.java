package com.acme.struts;

import com.opensymphony.xwork2.ActionContext;
import com.opensymphony.xwork2.ActionSupport;
import com.opensymphony.xwork2.util.ValueStack;
import java.io.File;
import java.io.FileInputStream;
import java.io.InputStream;
import org.apache.commons.io.FileUtils;
import org.apache.struts2.ServletActionContext;
import org.hibernate.Session;
import org.hibernate.SessionFactory;

public class StrutsActions extends ActionSupport {
  private String keyword;
  private int page;
  private String expression;
  private File upload;
  private String uploadFileName;
  private SessionFactory sessions;
  private InputStream stream;

  @Override
  public String execute() throws Exception {
    Session session = sessions.getCurrentSession();
    session.createQuery("from Product where name like '%" + keyword + "%'").list(); // expect: sql-injection
    session.createQuery("from Product where name like :k").setParameter("k", "%" + keyword + "%").list(); // ok: sql-injection
    session.createSQLQuery("select * from product limit 20 offset " + page * 20).list(); // ok: sql-injection
    return SUCCESS;
  }

  public String evaluate() {
    ValueStack stack = ActionContext.getContext().getValueStack();
    stack.findValue(expression); // expect: code-injection
    stack.findValue("product.name"); // ok: code-injection
    return SUCCESS;
  }

  public String store() throws Exception {
    FileUtils.copyFile(upload, new File("/srv/uploads", uploadFileName)); // expect: path-traversal
    FileUtils.copyFile(upload, new File("/srv/uploads", new File(uploadFileName).getName())); // ok: path-traversal
    return SUCCESS;
  }

  public String download() throws Exception {
    String name = ServletActionContext.getRequest().getParameter("name");
    stream = new FileInputStream("/srv/docs/" + name); // expect: path-traversal
    return "stream";
  }

  public void setKeyword(String keyword) {
    this.keyword = keyword;
  }

  public void setPage(int page) {
    this.page = page;
  }

  public void setExpression(String expression) {
    this.expression = expression;
  }

  public void setUpload(File upload) {
    this.upload = upload;
  }

  public void setUploadFileName(String uploadFileName) {
    this.uploadFileName = uploadFileName;
  }

  public InputStream getStream() {
    return stream;
  }
}

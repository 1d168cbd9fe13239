package mailing;

import org.apache.commons.mail.HtmlEmail;
import org.apache.commons.mail.SimpleEmail;

class Mailing {
  void plain() throws Exception {
    SimpleEmail mail = new SimpleEmail();
    mail.setSSLOnConnect(true);
    mail.setMsg("Your order is on its way.");
    mail.send(); // expect: tls-verification-disabled
  }

  void checked() throws Exception {
    HtmlEmail mail = new HtmlEmail();
    mail.setSSLCheckServerIdentity(true);
    mail.setStartTLSRequired(true);
    mail.setHtmlMsg("<p>Your order is on its way.</p>");
    mail.send(); // ok: tls-verification-disabled
  }
}

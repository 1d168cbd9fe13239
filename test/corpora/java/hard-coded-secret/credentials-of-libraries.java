package transfer;

import com.amazonaws.auth.BasicAWSCredentials;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.Session;
import com.mongodb.MongoCredential;
import java.security.SecureRandom;
import javax.crypto.spec.SecretKeySpec;
import net.schmizz.sshj.SSHClient;
import org.apache.commons.net.ftp.FTPClient;

class Transfers {
  void connect(FTPClient ftp, SSHClient ssh, String user) throws Exception {
    ftp.login(user, "winter-2031"); // expect: hard-coded-secret
    ftp.login("anonymous", System.getenv("FTP_PASSWORD")); // ok: hard-coded-secret
    ssh.authPassword(user, "winter-2031".toCharArray()); // expect: hard-coded-secret
    Session session = new JSch().getSession(user, "files.example.com");
    session.setPassword("winter-2031"); // expect: hard-coded-secret
    session.setPassword(System.getenv("SSH_PASSWORD")); // ok: hard-coded-secret
    MongoCredential.createCredential(user, "orders", "winter-2031".toCharArray()); // expect: hard-coded-secret
    new BasicAWSCredentials(System.getenv("KEY_ID"), System.getenv("KEY")); // ok: hard-coded-secret
  }

  void keys() {
    byte[] listed = {34, 17, -93, 4, 88, 121, -5, 60};
    new SecretKeySpec(listed, "AES"); // expect: hard-coded-secret
    byte[] filled = new byte[16];
    new SecureRandom().nextBytes(filled);
    new SecretKeySpec(filled, "AES"); // ok: hard-coded-secret
    byte[] zeros = {0, 0, 0, 0};
    new SecureRandom().nextBytes(zeros);
    new SecretKeySpec(zeros, "AES"); // ok: hard-coded-secret
  }
}

import java.io.IOException;

public class EnvMain {
    private static String badSource() {
        return System.getenv("ADD");
    }

    private String field;

    private void sink() throws IOException {
        Runtime.getRuntime().exec("/bin/ls " + field); // expect: command-injection
    }

    private void goodSink(String data) throws IOException {
        Runtime.getRuntime().exec("/bin/ls " + data); // ok: command-injection
    }

    public static void main(String[] args) throws Exception {
        EnvMain main = new EnvMain();
        main.field = badSource();
        main.sink();
        main.goodSink("/tmp");
        while (true) {
            Runtime.getRuntime().exec(new String[] {"/bin/sh", "-c", "cat " + args[0]}); // expect: command-injection
            break;
        }
        Runtime.getRuntime().exec("ls " + System.getProperty("user.dir").length()); // ok: command-injection
    }
}

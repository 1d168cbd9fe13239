import org.springframework.web.bind.annotation.*;
import java.util.concurrent.*;
@RestController
public class Threads {
    ExecutorService pool;
    @PostMapping("/a")
    public void a(@RequestParam String x) throws Exception {
        new Thread(new Runnable() {
            @Override public void run() { Runtime.getRuntime().exec("a" + x); } // expect: command-injection
        }).start();
        Thread t = new Thread(new Runnable() {
            public void run() { Runtime.getRuntime().exec("b" + x); } // expect: command-injection
        });
        t.start();
        pool.submit(new Runnable() {
            public void run() { Runtime.getRuntime().exec("c" + x); } // expect: command-injection
        });
        pool.execute(new Task(x));
        new Thread(new Task2(x)).start();
        new Worker(x).start();
        Runnable r = new Runnable() { public void run() { Runtime.getRuntime().exec("d" + x); } }; // expect: command-injection
        r.run();
        new Thread(() -> Runtime.getRuntime().exec("e" + x)).start(); // expect: command-injection
    }
    static class Task implements Runnable { String s; Task(String s) { this.s = s; } public void run() { Runtime.getRuntime().exec("f" + s); } } // expect: command-injection
    static class Task2 implements Runnable { String s; Task2(String s) { this.s = s; } public void run() { Runtime.getRuntime().exec("g" + s); } } // expect: command-injection
    static class Worker extends Thread { String s; Worker(String s) { this.s = s; } public void run() { Runtime.getRuntime().exec("h" + s); } } // expect: command-injection
}

package com.acme.state;

import java.io.IOException;
import java.util.LinkedList;
import java.util.List;
import java.util.Vector;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

public class StateMachine extends HttpServlet {
  private static final boolean DRY_RUN = true;
  private static boolean started = false;
  private boolean ready = false;
  private final boolean never = false;
  private int level = 1;

  @Override
  public void init() {
    ready = true;
    started = true;
  }

  void raise() {
    level++;
  }

  @Override
  protected void doGet(HttpServletRequest req, HttpServletResponse resp) throws IOException {
    String tool = req.getParameter("tool");
    if (ready) {
      Runtime.getRuntime().exec("a " + tool); // expect: command-injection
    }
    if (started && level > 2) {
      Runtime.getRuntime().exec("b " + tool); // expect: command-injection
    }
    if (never) {
      Runtime.getRuntime().exec("c " + tool); // ok: command-injection
    }
    if (!DRY_RUN) {
      Runtime.getRuntime().exec("d " + tool); // ok: command-injection
    }
    String[] slots = new String[4];
    slots[1] = tool;
    slots[2] = "status";
    Runtime.getRuntime().exec("e " + slots[1]); // expect: command-injection
    Runtime.getRuntime().exec("f " + slots[2]); // ok: command-injection
    last(slots);

    Vector<String> queue = new Vector<>(3);
    queue.add(0, "first");
    queue.add(1, "second");
    queue.add(2, tool);
    Runtime.getRuntime().exec("g " + queue.remove(2)); // expect: command-injection
    Runtime.getRuntime().exec("h " + queue.remove(0)); // ok: command-injection
    List<String> list = new LinkedList<>();
    list.add(tool);
    list.add(0, "start");
    Runtime.getRuntime().exec("i " + list.get(0)); // ok: command-injection
    Runtime.getRuntime().exec("j " + list.get(1)); // expect: command-injection
    list.set(1, "stop");
    Runtime.getRuntime().exec("k " + list.get(1)); // ok: command-injection
    String[] copy = new String[4];
    System.arraycopy(slots, 0, copy, 0, 4);
    Runtime.getRuntime().exec("l " + copy[1]); // expect: command-injection
  }

  private static void last(String[] slots) throws IOException {
    Runtime.getRuntime().exec("m " + slots[3]); // ok: command-injection
    Runtime.getRuntime().exec("n " + slots[1]); // expect: command-injection
  }
}

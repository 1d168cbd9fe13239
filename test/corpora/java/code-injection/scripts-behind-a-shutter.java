package reports;

import javax.script.ScriptEngine;
import javax.servlet.http.HttpServletRequest;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Scriptable;
import org.openjdk.nashorn.api.scripting.NashornScriptEngineFactory;
import org.python.core.Py;
import org.python.core.CompileMode;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class ReportScripts {
  @PostMapping("/scripts/open")
  Object open(@RequestParam String script) {
    Context context = Context.enter();
    Scriptable scope = context.initStandardObjects();
    return context.evaluateString(scope, script, "report", 1, null); // expect: code-injection
  }

  @PostMapping("/scripts/safe")
  Object safe(@RequestParam String script) {
    Context context = Context.enter();
    Scriptable scope = context.initSafeStandardObjects();
    return context.evaluateString(scope, script, "report", 1, null); // ok: code-injection
  }

  @PostMapping("/scripts/shutter")
  Object shutter(@RequestParam String script) {
    Context context = Context.enter();
    context.setClassShutter(name -> name.startsWith("reports.api."));
    return context.evaluateString(context.initStandardObjects(), script, "report", 1, null); // ok: code-injection
  }

  @PostMapping("/scripts/nashorn")
  Object nashorn(@RequestParam String script) throws Exception {
    ScriptEngine engine = new NashornScriptEngineFactory().getScriptEngine();
    return engine.eval(script); // expect: code-injection
  }

  @PostMapping("/scripts/python")
  Object python(@RequestParam String script) {
    return Py.compile(Py.newString(script), "report.py", CompileMode.exec); // expect: code-injection
  }
}

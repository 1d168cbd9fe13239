package com.crm.web;

import com.crm.core.ContactService;
import com.crm.core.SearchCriteria;
import com.crm.data.Contact;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.BeanUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.validation.annotation.Validated;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.springframework.web.util.HtmlUtils;

@Controller
@RequestMapping("/contacts")
public class ContactController extends BaseController {
  private static final Logger LOG = LoggerFactory.getLogger(ContactController.class);
  private final ContactService service;

  public ContactController(ContactService service) {
    this.service = service;
  }

  @GetMapping
  public String list(SearchCriteria criteria, Model model) {
    model.addAttribute("contacts", service.search(criteria));
    return "contacts/list";
  }

  @GetMapping("/sorted")
  @ResponseBody
  public List<Contact> sorted(@RequestParam(defaultValue = "name") String by, @RequestParam(required = false) String dir) {
    return service.sorted(by, dir);
  }

  @GetMapping("/export")
  public void export(@RequestParam Map<String, String> params, HttpServletResponse response) throws IOException {
    response.setHeader("Content-Disposition", "attachment; filename=" + params.get("name")); // expect: header-injection
    response.getWriter().write(HtmlUtils.htmlEscape(params.get("title"))); // ok: xss
    response.getWriter().write(params.get("title")); // ok: xss (saved, not shown)
  }

  @PostMapping("/{id}/delete")
  public String delete(@PathVariable int id, @RequestParam String back, RedirectAttributes flash) {
    LOG.warn("deleting {}", id); // ok: log-injection
    LOG.warn("going back to {}", back); // expect: log-injection
    flash.addFlashAttribute("message", "gone");
    return redirectTo(back); // expect: open-redirect
  }

  @PostMapping("/{id}")
  public ModelAndView update(@PathVariable long id, @ModelAttribute Contact form) {
    return new ModelAndView("redirect:/contacts/" + id); // ok: open-redirect
  }

  @GetMapping("/leave")
  public ModelAndView leave(@RequestParam String url) {
    if (isOurs(url)) {
      return new ModelAndView("redirect:" + url); // ok: open-redirect
    }
    return new ModelAndView("redirect:" + url); // expect: open-redirect
  }

  @GetMapping("/go")
  public ResponseEntity<Void> go(@RequestParam String url) {
    return ResponseEntity.status(302).header(HttpHeaders.LOCATION, url).build(); // expect: open-redirect
  }

  @ExceptionHandler(IllegalStateException.class)
  @ResponseBody
  public ResponseEntity<String> failed(IllegalStateException e) {
    return ResponseEntity.status(500).body("failed"); // ok: information-exposure
  }
}

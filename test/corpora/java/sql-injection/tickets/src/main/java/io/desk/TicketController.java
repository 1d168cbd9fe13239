package io.desk;

import java.util.List;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.springframework.web.bind.annotation.*;

@Slf4j
@RestController
@RequiredArgsConstructor
@RequestMapping("/tickets")
public class TicketController {
  private final TicketService service;

  @PostMapping("/search")
  public List<?> search(@RequestBody TicketFilter filter) {
    log.info("search {}", filter.getText()); // expect: log-injection
    log.info("limit {}", filter.getLimit()); // ok: log-injection
    return service.search(filter);
  }

  @GetMapping
  public List<?> byText(@RequestParam String text, @RequestParam(defaultValue = "10") int limit) {
    return service.search(TicketFilter.builder().text(text).orderBy("created").limit(limit).build());
  }
}

package bank.web;

import bank.model.AccountQuery;
import bank.service.AccountService;
import java.util.List;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.*;

@RestController
@RequestMapping("/accounts")
public class AccountController {
    private final AccountService service;

    public AccountController(AccountService service) {
        this.service = service;
    }

    @GetMapping
    public List<Map<String, Object>> list(@RequestParam String owner, @RequestParam(defaultValue = "name") String sort) {
        AccountQuery query = AccountQuery.builder().owner(owner).sort(sort).build();
        return service.list(query);
    }

    @GetMapping("/{id}")
    public ResponseEntity<Map<String, Object>> one(@PathVariable Long id) {
        return service.find(id).map(ResponseEntity::ok).orElseGet(() -> ResponseEntity.notFound().build());
    }

    @PostMapping("/transfer")
    public String transfer(@RequestBody TransferRequest request) {
        service.transfer(request.getFrom(), request.to(), request.amount);
        return "ok";
    }

    public static class TransferRequest {
        private String from;
        private String to;
        public int amount;

        public String getFrom() { return from; }
        public void setFrom(String from) { this.from = from; }
        public String to() { return to; }
    }
}

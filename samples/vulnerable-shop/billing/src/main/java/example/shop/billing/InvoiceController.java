package example.shop.billing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
@RequestMapping("/invoices")
public class InvoiceController {
    private static final Path ARCHIVE = Path.of("/srv/invoices");

    private final InvoiceRepository invoices;

    public InvoiceController(InvoiceRepository invoices) {
        this.invoices = invoices;
    }

    @GetMapping
    public List<Map<String, Object>> ofCustomer(@RequestParam String customer) {
        return invoices.findByCustomerName(customer);
    }

    @GetMapping("/{number}")
    public Map<String, Object> byNumber(@PathVariable long number) {
        return invoices.findByNumber(number);
    }

    @GetMapping("/file")
    public byte[] file(@RequestParam String name) throws IOException {
        return Files.readAllBytes(ARCHIVE.resolve(name));
    }

    @GetMapping("/copy")
    public byte[] copy(@RequestParam String name) throws IOException {
        Path file = ARCHIVE.resolve(name).normalize();
        if (!file.startsWith(ARCHIVE)) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
        return Files.readAllBytes(file);
    }
}

package demo.shop;

import jakarta.validation.Valid;
import jakarta.validation.constraints.*;
import java.util.*;
import lombok.Data;
import lombok.RequiredArgsConstructor;
import org.springframework.data.jpa.repository.*;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.repository.query.Param;
import org.springframework.jdbc.core.*;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.*;
import org.springframework.ui.Model;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.RestTemplate;
import org.springframework.beans.factory.annotation.*;

@Data
class SearchForm {
    @Pattern(regexp = "[a-z_]{1,20}")
    private String column;
    private String term;
    @Min(1)
    private int page;
    private Kind kind;
    private List<Long> ids;
    enum Kind { BOOK, TOY }
}

interface ProductRepository extends JpaRepository<Object, Long> {
    @Query("select p from Product p where p.name = :name")
    List<Object> named(@Param("name") String name);

    List<Object> findByNameAndPrice(String name, int price);
}

@Repository
class ProductDao {
    @Autowired
    private JdbcTemplate jdbc;

    List<Map<String, Object>> search(SearchForm f) {
        jdbc.queryForList("SELECT * FROM product ORDER BY " + f.getColumn()); // ok: sql-injection
        jdbc.queryForList("SELECT * FROM product OFFSET " + f.getPage()); // ok: sql-injection
        jdbc.queryForList("SELECT * FROM product WHERE kind = '" + f.getKind() + "'"); // ok: sql-injection
        jdbc.queryForList("SELECT * FROM product WHERE id IN (" + f.getIds().toString().replaceAll("[\\[\\]]", "") + ")"); // ok: sql-injection
        return jdbc.queryForList("SELECT * FROM product WHERE name LIKE '%" + f.getTerm() + "%'"); // expect: sql-injection
    }

    void batch(List<String> names) {
        for (String n : names) jdbc.update("INSERT INTO names VALUES ('" + n + "')"); // expect: sql-injection
        jdbc.batchUpdate("INSERT INTO names VALUES (?)", names, 10, (ps, n) -> ps.setString(1, n)); // ok: sql-injection
        names.forEach(n -> jdbc.execute("DELETE FROM names WHERE n = '" + n + "'")); // expect: sql-injection
    }

    String column(String c) {
        return Map.of("a", "alpha", "b", "beta").getOrDefault(c, "id");
    }
}

@Controller
@RequiredArgsConstructor
@RequestMapping("/shop")
class ShopController {
    private final ProductDao dao;
    private final ProductRepository repo;
    private final RestTemplate rest;
    private final JdbcTemplate jdbc;
    @Value("${shop.base}")
    private String base;

    @PostMapping("/search")
    String search(@Valid @ModelAttribute SearchForm form, BindingResult result, Model model) {
        if (result.hasErrors()) return "search";
        model.addAttribute("rows", dao.search(form));
        return "result";
    }

    @PostMapping("/names")
    @ResponseBody
    int names(@RequestBody List<String> names) {
        dao.batch(names);
        return names.size();
    }

    @GetMapping("/sorted")
    @ResponseBody
    Object sorted(@RequestParam String by, @RequestParam String name) {
        repo.findAll(Sort.by(by)); // ok: sql-injection
        repo.named(name); // ok: sql-injection
        repo.findAll(PageRequest.of(0, 10, Sort.by("id"))); // ok: sql-injection
        jdbc.queryForList("SELECT * FROM product ORDER BY " + dao.column(by)); // ok: sql-injection
        return null;
    }

    @GetMapping("/stock/{sku}")
    @ResponseBody
    Object stock(@PathVariable String sku, @RequestHeader(value = "X-Backend", required = false) String backend, Authentication auth) {
        rest.getForObject(base + "/stock/" + sku, Map.class); // ok: ssrf
        rest.getForObject("http://" + backend + "/stock/" + sku, Map.class); // expect: ssrf
        jdbc.queryForList("SELECT * FROM orders WHERE owner = '" + auth.getName() + "'"); // ok: sql-injection
        return null;
    }

    @GetMapping("/redirect")
    String redirect(@RequestParam(required = false) String to) {
        if (to == null || !to.startsWith("/shop/")) return "redirect:/shop/";
        return "redirect:" + to; // ok: open-redirect
    }

    @GetMapping("/forward")
    String forward(@RequestParam String page) {
        return switch (page) {
            case "help" -> "help";
            case "about" -> "about";
            default -> "error"; // ok: template-injection
        };
    }

    void config(HttpSecurity http) throws Exception {
        http.csrf(c -> c.disable()); // expect: csrf-disabled
        http.csrf().disable(); // expect: csrf-disabled
    }

    @CrossOrigin(origins = "*", allowCredentials = "true") // expect: cors-misconfiguration
    @GetMapping("/cors")
    @ResponseBody
    Object cors() {
        return null;
    }
}

package com.shop.customers;

import java.util.List;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@Mapper
interface CustomerMapper {
    @Select("SELECT * FROM customer WHERE name = #{name} ORDER BY ${order}") // expect: sql-injection
    List<Object> search(@Param("name") String name, @Param("order") String order);

    @Select("SELECT * FROM customer WHERE id = #{id}")
    Object byId(@Param("id") String id);

    @Delete({"DELETE FROM customer", "WHERE email LIKE '%${email}%'"}) // expect: sql-injection
    int purge(@Param("email") String email);

    @Update("<script>UPDATE customer <set><if test='name != null'>name = #{name}</if></set> WHERE id = #{id}</script>")
    int rename(@Param("id") long id, @Param("name") String name);
}

@RestController
class CustomerController {
    private final CustomerMapper mapper;

    CustomerController(CustomerMapper mapper) {
        this.mapper = mapper;
    }

    @GetMapping("/customers")
    List<Object> search(@RequestParam String name, @RequestParam String order) {
        return mapper.search(name, order);
    }

    @GetMapping("/customers/sorted")
    List<Object> sorted(@RequestParam String name, @RequestParam boolean newest) {
        return mapper.search(name, newest ? "created DESC" : "created ASC"); // ok: sql-injection
    }

    @GetMapping("/customers/{id}")
    Object byId(@PathVariable String id) {
        return mapper.byId(id); // ok: sql-injection
    }

    @DeleteMapping("/customers")
    int purge(@RequestParam String email) {
        return mapper.purge(email);
    }
}

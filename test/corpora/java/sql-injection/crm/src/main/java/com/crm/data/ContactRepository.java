package com.crm.data;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.query.Param;

public interface ContactRepository extends JpaRepository<Contact, Long> {
  @Query(value = "SELECT * FROM contact WHERE name = :name", nativeQuery = true)
  List<Contact> byNative(@Param("name") String name); // ok: sql-injection

  List<Contact> findByNameContaining(String name); // ok: sql-injection
}

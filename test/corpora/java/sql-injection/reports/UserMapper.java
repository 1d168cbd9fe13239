package com.acme.reports;

import org.apache.ibatis.annotations.*;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;
import java.util.List;

@Mapper
public interface UserMapper {
    @Select("SELECT * FROM u WHERE id = #{id}") // ok: sql-injection
    Object byId(@Param("id") long id);

    @Select("SELECT * FROM u ORDER BY ${column}") // expect: sql-injection
    List<Object> sorted(@Param("column") String column);
}

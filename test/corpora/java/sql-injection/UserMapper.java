package com.acme.users;

import java.util.List;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

@Mapper
public interface UserMapper {
  @Select("SELECT * FROM users WHERE login = #{login}") // ok: sql-injection
  User byLogin(@Param("login") String login);

  @Select("SELECT * FROM users ORDER BY ${column}") // expect: sql-injection
  List<User> sorted(@Param("column") String column);

  @Delete("DELETE FROM users WHERE id = ${id}") // ok: sql-injection
  int remove(@Param("id") long id);

  @Update({
    "UPDATE users",
    "SET name = '${name}' WHERE id = #{id}" // expect: sql-injection
  })
  int rename(@Param("id") long id, @Param("name") String name);

  class User {
    long id;
    String login;
  }
}

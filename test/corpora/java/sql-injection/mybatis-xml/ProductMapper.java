package com.acme.products;

import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;

@Mapper
public interface ProductMapper {
  List<Product> byName(String name);

  List<Product> sorted(@Param("name") String name, @Param("column") String order);

  int removeBelow(@Param("limit") long limit);

  List<Product> search(@Param("filter") Filter filter);
}

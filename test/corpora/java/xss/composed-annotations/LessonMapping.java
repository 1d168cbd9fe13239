package lessons;

import java.lang.annotation.*;
import org.springframework.core.annotation.AliasFor;
import org.springframework.web.bind.annotation.RequestMapping;

@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@RequestMapping
public @interface LessonMapping {
  @AliasFor(annotation = RequestMapping.class, attribute = "path")
  String[] value() default {};
}

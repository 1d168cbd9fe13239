package com.acme.convert;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;

@Controller
public class ConvertController {
  private final Converter converter = new Converter();

  @PostMapping("/convert")
  public String convert(@RequestParam MultipartFile file, @RequestParam Format format) throws Exception {
    converter.convert(new Job(file.getOriginalFilename(), format.name()));
    converter.convertSafely(new Job("upload.bin", format.name()));
    return "done";
  }

  enum Format {
    PNG,
    PDF
  }
}

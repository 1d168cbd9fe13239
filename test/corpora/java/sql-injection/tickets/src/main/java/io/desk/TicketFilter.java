package io.desk;

import lombok.Builder;
import lombok.Data;

@Data
@Builder
public class TicketFilter {
  private String text;
  private String orderBy;
  private Integer limit;
  private Status status;

  public enum Status {
    OPEN,
    CLOSED
  }
}

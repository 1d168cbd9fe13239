package events;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.io.Serializable;

class Envelope {
  @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS) // expect: unsafe-deserialization
  public Object payload;

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME) // ok: unsafe-deserialization
  public Object named;

  @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS) // ok: unsafe-deserialization
  public Event event;

  private Serializable extra;

  @JsonTypeInfo(use = JsonTypeInfo.Id.MINIMAL_CLASS) // expect: unsafe-deserialization
  public Serializable getExtra() {
    return extra;
  }

  abstract static class Event {}
}

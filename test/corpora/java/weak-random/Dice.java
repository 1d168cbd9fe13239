package com.acme.games;

import java.util.List;
import java.util.Random;

public class Dice {
  private final Random random = new Random();

  public int roll() {
    return random.nextInt(6) + 1; // ok: weak-random
  }

  public <T> T shuffleFirst(List<T> cards) {
    return cards.get((int) (Math.random() * cards.size())); // ok: weak-random
  }

  public long backoff(int attempt) {
    return (1L << attempt) * 100 + random.nextInt(50); // ok: weak-random
  }
}

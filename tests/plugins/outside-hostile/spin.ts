/** A thread that never rests. */
for (;;) Math.random();

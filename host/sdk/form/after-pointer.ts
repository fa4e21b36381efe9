/**
 * Runs work once no pointer is pressed. Leaving a field happens while the pointer is going down on something else; a fault
 * that shows at that moment would move what is being pressed, and its click would be lost.
 * @returns how to run work, and how to stop listening.
 */
export function watchPointer(target: EventTarget): { afterRelease(work: () => void): void; stop(): void } {
  let isPressed = false;
  let waiting: (() => void)[] = [];
  const press = () => {
    isPressed = true;
  };
  const release = () => {
    isPressed = false;
    const work = waiting;
    waiting = [];
    // The click comes after the release, in the same turn.
    if (work.length > 0) setTimeout(() => work.forEach((run) => void run()));
  };
  target.addEventListener('pointerdown', press, true);
  target.addEventListener('pointerup', release, true);
  target.addEventListener('pointercancel', release, true);
  return {
    afterRelease: (work) => {
      if (isPressed) waiting.push(work);
      else work();
    },
    stop: () => {
      target.removeEventListener('pointerdown', press, true);
      target.removeEventListener('pointerup', release, true);
      target.removeEventListener('pointercancel', release, true);
    },
  };
}

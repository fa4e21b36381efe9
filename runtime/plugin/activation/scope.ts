import type { Disposer } from '@waypost/sdk';

/**
 * Registrations of one activation. They take effect together at `commit`, vanish together at `withdraw`, and end
 * together at `dispose`.
 */
export interface Scope {
  /**
   * Adds a registration: `apply` makes it visible and answers how to undo it, which hides it before it first waits for
   * anything. Before `commit` it waits, later it applies at once.
   * @returns undoes this one registration
   */
  add(apply: () => Disposer): Disposer;
  /** Adds something that is there already and has to be undone in the end, whether or not `commit` is reached. */
  hold(undo: Disposer): Disposer;
  /** Applies what waits, in one go. When one throws, those before it are undone and the error is thrown on. */
  commit(): void;
  /** Hides everything that was applied, in one go; `commit` shows it again. What still has to end is awaited by `dispose`. */
  withdraw(onError: (error: unknown) => void): void;
  /** Undoes everything, last first. A disposer that throws does not keep the others from running. */
  dispose(onError: (error: unknown) => void): Promise<void>;
}

interface Registration {
  /** Undefined for what is only held. */
  apply: (() => Disposer) | undefined;
  undo: Disposer | undefined;
}

export function createScope(): Scope {
  let registrations: Registration[] = [];
  let ending: Promise<void>[] = [];
  let isLive = false;

  const keep = (registration: Registration): Disposer => {
    registrations.push(registration);
    return () => {
      registrations = registrations.filter((other) => other !== registration);
      return undo(registration);
    };
  };
  const undo = (registration: Registration): void | Promise<void> => {
    const work = registration.undo;
    registration.undo = undefined;
    return work?.();
  };
  const start = (registration: Registration, onError: (error: unknown) => void): void => {
    try {
      const work = undo(registration);
      if (work !== undefined) ending.push(work.catch(onError));
    } catch (error) {
      onError(error);
    }
  };

  return {
    add: (apply) => keep({ apply, undo: isLive ? apply() : undefined }),
    hold: (end) => keep({ apply: undefined, undo: end }),
    commit() {
      const applied: Registration[] = [];
      try {
        for (const registration of registrations) {
          if (registration.apply === undefined || registration.undo !== undefined) continue;
          registration.undo = registration.apply();
          applied.push(registration);
        }
        isLive = true;
      } catch (error) {
        for (const registration of applied.reverse()) void undo(registration);
        throw error;
      }
    },
    withdraw(onError) {
      isLive = false;
      for (const registration of registrations.toReversed())
        if (registration.apply !== undefined) start(registration, onError);
    },
    async dispose(onError) {
      isLive = false;
      const remaining = registrations.reverse();
      registrations = [];
      for (const registration of remaining) {
        try {
          await undo(registration);
        } catch (error) {
          onError(error);
        }
      }
      const started = ending;
      ending = [];
      await Promise.all(started);
    },
  };
}

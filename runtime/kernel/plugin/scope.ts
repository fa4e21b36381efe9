import type { Disposer } from '@waypost/sdk';

/** Registrations of one activation. They take effect together at `commit`, and end together at `dispose`. */
export interface Scope {
  /**
   * Adds a registration: `apply` makes it visible and answers how to undo it. Before `commit` it waits, later it applies at once.
   * @returns undoes this one registration
   */
  add(apply: () => Disposer): Disposer;
  /** Adds something that is there already and has to be undone in the end, whether or not `commit` is reached. */
  hold(undo: Disposer): Disposer;
  /** Applies what waits. When one throws, those before it are undone and the error is thrown on. */
  commit(): void;
  /** Undoes everything, last first. A disposer that throws does not keep the others from running. */
  dispose(onError: (error: unknown) => void): Promise<void>;
}

interface Registration {
  apply: (() => Disposer) | undefined;
  undo: Disposer | undefined;
}

export function createScope(): Scope {
  let registrations: Registration[] = [];
  let isLive = false;

  const keep = (registration: Registration): Disposer => {
    registrations.push(registration);
    return () => {
      registrations = registrations.filter((other) => other !== registration);
      const undo = registration.undo;
      registration.undo = undefined;
      return undo?.();
    };
  };

  return {
    add: (apply) => keep(isLive ? { apply: undefined, undo: apply() } : { apply, undo: undefined }),
    hold: (undo) => keep({ apply: undefined, undo }),
    commit() {
      const applied: Registration[] = [];
      try {
        for (const registration of registrations) {
          if (registration.apply === undefined) continue;
          registration.undo = registration.apply();
          applied.push(registration);
        }
        for (const registration of applied) registration.apply = undefined;
        isLive = true;
      } catch (error) {
        for (const registration of applied.reverse()) {
          void registration.undo?.();
          registration.undo = undefined;
        }
        throw error;
      }
    },
    async dispose(onError) {
      isLive = false;
      const ending = registrations.reverse();
      registrations = [];
      for (const { undo } of ending) {
        try {
          await undo?.();
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}

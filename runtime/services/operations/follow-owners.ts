import type { Disposer } from '@waypost/sdk';

type Listener = (owner: string | undefined) => void;

export interface FollowedOwners {
  /** Follows the changes of operations by any process; undefined when it cannot be told which row. */
  follow(onChange: (id: string | undefined) => void): Disposer;
  /** Whose an operation is; undefined when it cannot be told. */
  ownerOf(id: string | undefined): Promise<string | undefined>;
}

/** Tells of changes by whose operation it was: everybody who is signed in listens, and the store is followed once for all. */
export function followOwners({ follow, ownerOf }: FollowedOwners): (listener: Listener) => Disposer {
  const listeners = new Set<Listener>();
  let stop: Disposer | undefined;
  const tell = async (id: string | undefined): Promise<void> => {
    const owner = await ownerOf(id);
    for (const listener of listeners) listener(owner);
  };
  return (listener) => {
    listeners.add(listener);
    stop ??= follow((id) => void tell(id));
    return async () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      const last = stop;
      stop = undefined;
      await last?.();
    };
  };
}

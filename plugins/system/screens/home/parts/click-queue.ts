/** A click that nobody has counted yet. */
export interface Click {
  /** The rotation that was followed. */
  id: string;
  /** The number of the click: told twice, it counts once. */
  click: string;
}

/** Where clicks wait, and most of them: a server that is away for long loses the oldest. */
const PLACE = 'waypost.clicks';
const MOST_WAITING = 50;

export interface ClickQueueOptions {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Draws a number that nobody else draws, 32 letters of hex. */
  draw(): string;
  /** @returns whether it need not be told again: it was counted, or never will be */
  send(click: Click): Promise<boolean>;
}

/** Clicks until the server has counted them: a window that goes away meanwhile tells them when it comes back. */
export function createClickQueue({ storage, draw, send }: ClickQueueOptions) {
  const read = (): Click[] => {
    try {
      const kept: unknown = JSON.parse(storage.getItem(PLACE) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isClick) : [];
    } catch {
      // Not ours, or damaged: there is nothing to tell.
      return [];
    }
  };
  const write = (clicks: readonly Click[]) => {
    try {
      if (clicks.length === 0) storage.removeItem(PLACE);
      else storage.setItem(PLACE, JSON.stringify(clicks.slice(-MOST_WAITING)));
    } catch {
      // The storage is full or refused: this click is told once, now.
    }
  };
  const tell = async (click: Click) => {
    if (await send(click)) write(read().filter((each) => each.click !== click.click));
  };
  return {
    /** Notes a click and tells it. @returns whether anything waits */
    async add(id: string): Promise<boolean> {
      const click = { id, click: draw() };
      write([...read(), click]);
      await tell(click);
      return read().length > 0;
    },
    /** Tells those that wait, one after the other; ends at the first that the server does not take. @returns whether anything waits */
    async flush(): Promise<boolean> {
      for (const click of read()) {
        await tell(click);
        if (read().some((each) => each.click === click.click)) return true;
      }
      return read().length > 0;
    },
  };
}

function isClick(value: unknown): value is Click {
  const { id, click } = (value ?? {}) as Partial<Click>;
  return typeof id === 'string' && typeof click === 'string';
}

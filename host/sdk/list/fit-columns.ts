/** A column as far as it matters which one leaves first. */
export interface FittingColumn {
  key: string;
  /** As it is read: in another language it is of another width. */
  title?: string;
  /** 0: it stays; else the larger goes the earlier. Missing: columns of this table never leave. */
  priority?: number | undefined;
  /** Asks for the room that the others leave. */
  isGrowing?: boolean | undefined;
  /** Pixels that it needs. */
  width?: number | undefined;
}

/** Pixels from which on a first column is of names, which are what people look for; a number needs no more than its width. */
const NAME_WIDTH = 220;

/**
 * The column that takes the room that the others leave: the one that names the row, where no other asks for it; undefined: all
 * share it.
 */
export function growingColumn<Column extends FittingColumn>(shown: readonly Column[]): Column | undefined {
  const [first] = shown;
  const names = (first?.width ?? NAME_WIDTH) >= NAME_WIDTH ? first : undefined;
  return shown.findLast(({ isGrowing }) => isGrowing) ?? names;
}

/** The column that goes next when a table is wider than its place; undefined when all that is left stays. */
export function nextToLeave(
  columns: readonly FittingColumn[],
  gone: ReadonlySet<string>,
): string | undefined {
  const candidates = columns.filter(({ key, priority = 0 }) => priority > 0 && !gone.has(key));
  const last = Math.max(...candidates.map(({ priority = 0 }) => priority));
  // Of two that matter alike the one further to the right.
  return candidates.findLast(({ priority }) => priority === last)?.key;
}

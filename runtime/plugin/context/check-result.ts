import type { Logger } from '@waypost/sdk';
import type { z } from 'zod';

/**
 * What a handler answered, as its call declares it. A row of a list that is not as declared is left out and logged: whoever made
 * it would otherwise keep the list from everybody.
 * @throws ZodError for anything else that is not as declared
 */
export async function checkResult(
  schema: z.ZodType,
  answered: unknown,
  log: Pick<Logger, 'error'>,
): Promise<unknown> {
  const checked = await schema.safeParseAsync(answered);
  if (checked.success) return checked.data;
  const bad = badRows(checked.error, answered);
  if (bad === undefined) throw checked.error;
  log.error(
    { error: checked.error, rows: [...bad.indexes] },
    'rows of a list were not as declared and are left out',
  );
  return schema.parseAsync({
    ...bad.page,
    content: bad.page.content.filter((_row, index) => !bad.indexes.has(index)),
  });
}

/** Undefined unless everything that is wrong is within rows of a page. */
function badRows({ issues }: z.ZodError, answered: unknown) {
  if (typeof answered !== 'object' || answered === null || !('content' in answered)) return undefined;
  const { content } = answered;
  if (!Array.isArray(content)) return undefined;
  const indexes = new Set<number>();
  for (const { path } of issues) {
    const [first, index] = path;
    if (first !== 'content' || typeof index !== 'number') return undefined;
    indexes.add(index);
  }
  return { page: { ...answered, content: content as unknown[] }, indexes };
}

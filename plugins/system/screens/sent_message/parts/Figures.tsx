import type { RowOf } from '@waypost/contract';
import { StatFigure, StatGrid, useFormat, useWords } from '@waypost/host-sdk';
import type { sentMessage } from '../resource.ts';

/** How many got a message, and what became of it. */
export function Figures({ sent }: { sent: RowOf<typeof sentMessage> }) {
  const words = useWords();
  const format = useFormat();
  const { total, sent_count, read_count, unread_count, removed_count, taken_count } = sent;
  const label = (name: string) => words(`system.sent_message.figure.${name}`);
  const isPartial = sent.state === 'sending' || sent.state === 'stopped';
  return (
    <StatGrid>
      <StatFigure
        label={label('got')}
        value={sent_count}
        {...(isPartial
          ? { help: words('system.sent_message.figure.of', { total: format.number(total) }) }
          : {})}
      />
      <StatFigure label={label('read')} value={read_count} />
      <StatFigure label={label('unread')} value={unread_count} />
      {removed_count > 0 ? (
        <StatFigure label={words('system.sent_message.receipt.removed')} value={removed_count} />
      ) : null}
      {taken_count > 0 ? <StatFigure label={label('taken')} value={taken_count} /> : null}
    </StatGrid>
  );
}

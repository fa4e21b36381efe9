import { Tag, useWords } from '@waypost/host-sdk';
import { STATUS_TONES, type Status } from '../status/values.ts';

/** How something stands in WeChat; undefined: nobody has checked it. */
export function StatusTag({ status }: { status: Status | undefined }) {
  const words = useWords();
  return (
    <Tag tone={status === undefined ? 'neutral' : STATUS_TONES[status]}>
      {words(`wechat-shield.status.${status ?? 'none'}`)}
    </Tag>
  );
}

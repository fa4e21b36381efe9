import { IconPause, IconPlayArrow } from '@arco-design/web-react/icon';
import { IconButton, Tag, useFormat, useWords } from '@waypost/host-sdk';
import type { Today } from '../calls.ts';

/** Lag that is worth telling: docs/product.md, "What Waypost promises", says 2 s, beyond it the figures are behind. */
const TOLD_LAG_MS = 2_000;

export interface LiveStateProps {
  lag: Today['lag'] | undefined;
  /** Figures come by themselves; otherwise they are asked for every two seconds. */
  isLive: boolean;
  isPaused: boolean;
  hasFailed: boolean;
  onPause: (isPaused: boolean) => void;
}

/** Whether the figures move, how far they are behind, and a button that holds them still. */
export function LiveState({ lag, isLive, isPaused, hasFailed, onPause }: LiveStateProps) {
  const words = useWords();
  const format = useFormat();
  const isBehind = lag !== undefined && lag.visits > 0 && lag.milliseconds > TOLD_LAG_MS;
  const tone = hasFailed ? 'bad' : isPaused ? 'neutral' : isBehind ? 'warning' : 'good';
  const text = hasFailed
    ? words('qr.today.failed')
    : isPaused
      ? words('qr.today.paused')
      : isBehind
        ? words('qr.today.lag', {
            count: lag.visits,
            seconds: format.number(Math.ceil(lag.milliseconds / 1000)),
          })
        : words(isLive ? 'qr.today.live' : 'qr.today.polled');
  return (
    <>
      <Tag tone={tone}>{text}</Tag>
      <IconButton
        label={words(isPaused ? 'qr.today.resume' : 'qr.today.pause')}
        icon={isPaused ? <IconPlayArrow /> : <IconPause />}
        isPressed={isPaused}
        onClick={() => onPause(!isPaused)}
      />
    </>
  );
}

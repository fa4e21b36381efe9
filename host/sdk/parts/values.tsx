import { Tooltip } from '@arco-design/web-react';
import { IconCheck, IconCopy } from '@arco-design/web-react/icon';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isToldByDate, toldFrom } from '../format/format.ts';
import { useFormat } from '../format/use-format.ts';
import { useWords } from '../words/context.tsx';
import { copyText } from './copy-text.ts';
import { notify } from './notify.ts';
import styles from './values.module.css';

export interface CopyTextProps {
  /** What is copied. */
  value: string;
  /** What is shown, when that is shorter. */
  shown?: string | undefined;
  isMono?: boolean;
  /** Where a press on the text leads, in a tab of its own. */
  href?: string;
  /** In the place of `href`, asked at the press: an address that is made then, or undefined where none could be had. */
  open?: () => Promise<string | undefined>;
  /** What is left out where there is no room: the end, or the middle, as of addresses whose end tells them apart. */
  ellipsis?: 'end' | 'middle';
  /** Shown in several lines where one is too short: what has to be read before it is copied, such as a command. */
  isWhole?: boolean;
}

/** Letters at the end of a text that stay when its middle is left out. */
const TAIL_LETTERS = 10;

/** A code or address with a button that copies it. */
export function CopyText({
  value,
  shown,
  isMono = true,
  href,
  open,
  ellipsis = 'end',
  isWhole = false,
}: CopyTextProps) {
  const words = useWords();
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    if (!(await copyText(value))) {
      notify.error(words('copy.failed'));
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), 1500);
  };
  const text = shown ?? value;
  const tail = ellipsis === 'middle' && text.length > 2 * TAIL_LETTERS ? TAIL_LETTERS : 0;
  const font = `${isMono ? styles.mono : styles.plain} ${isWhole ? styles.whole : ''}`;
  const linked = (content: ReactNode, className?: string) =>
    href === undefined ? (
      content
    ) : (
      <a
        href={href}
        target="_blank"
        rel="noreferrer"
        className={className}
        onClick={(event) => {
          if (open === undefined) return;
          event.preventDefault();
          void openInTab(open);
        }}
      >
        {content}
      </a>
    );
  return (
    <span className={styles.copy}>
      {tail === 0 ? (
        <span className={font} title={value}>
          {linked(text)}
        </span>
      ) : (
        <span className={styles.halves} title={value}>
          {linked(
            <>
              <span className={font}>{text.slice(0, -tail)}</span>
              <span className={`${font} ${styles.tail}`}>{text.slice(-tail)}</span>
            </>,
            styles.halves,
          )}
        </span>
      )}
      <button
        type="button"
        className={styles.copyButton}
        aria-label={words('copy.label', { value: text })}
        onClick={(event) => {
          event.stopPropagation();
          void copy();
        }}
      >
        {isCopied ? <IconCheck /> : <IconCopy />}
      </button>
      <span className="wp-visually-hidden" role="status">
        {isCopied ? words('copy.done') : ''}
      </span>
    </span>
  );
}

/** The tab is opened at the press, before the address is known: browsers stop one that comes later. */
async function openInTab(open: () => Promise<string | undefined>): Promise<void> {
  const tab = window.open('about:blank', '_blank');
  if (tab === null) return;
  tab.opener = null;
  const address = await open();
  if (address === undefined) tab.close();
  else tab.location.replace(address);
}

export interface RelativeTimeProps {
  value: string | number | Date | null | undefined;
  /**
   * It may lie ahead, as an end or an appointment does: "in 2 minutes". Without it a time of the next ten minutes is told
   * as now: it has just happened, and the computer's clock is behind the server's.
   */
  mayLieAhead?: boolean;
}

/** "3 minutes ago", and what is neither of today nor of yesterday by its date; the exact time on hover and for assistive technology. */
export function RelativeTime({ value, mayLieAhead = false }: RelativeTimeProps) {
  const format = useFormat();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  if (value === null || value === undefined) return <Absent />;
  const at = new Date(value).getTime();
  return (
    <Tooltip content={format.exact(value)} mini>
      <time className={styles.time} dateTime={new Date(value).toISOString()}>
        {isToldByDate(at, now)
          ? format.date(value)
          : format.relative(value, mayLieAhead ? now : toldFrom(at, now))}
      </time>
    </Tooltip>
  );
}

/** A dash where a value is missing. */
export function Absent() {
  return (
    <span className={styles.absent} data-absent aria-hidden="true">
      –
    </span>
  );
}

export type TagTone = 'neutral' | 'good' | 'warning' | 'bad' | 'info';

export interface TagProps {
  tone?: TagTone;
  children: ReactNode;
}

/** A state in one word. The dot keeps it readable where colours are not told apart. */
export function Tag({ tone = 'neutral', children }: TagProps) {
  return (
    <span className={`${styles.tag} ${styles[tone]}`}>
      <span className={styles.dot} aria-hidden="true" />
      {children}
    </span>
  );
}

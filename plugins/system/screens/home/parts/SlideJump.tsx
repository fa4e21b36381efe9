import { RotationJump } from '@waypost/contract';
import { copyText, notify, ScreenLink, useWords } from '@waypost/host-sdk';
import type { MouseEvent, ReactNode } from 'react';
import { customAction } from '../../rotation/values.ts';
import type { ShownSlide } from '../calls.ts';
import styles from './home-page.module.css';

/** How long this window waits for the count before it leaves, milliseconds; what is not told then is told later. */
const LEAVE_AFTER_MS = 1_500;

interface SlideJumpProps {
  slide: ShownSlide;
  /** Counts a press, by the id of what was pressed. */
  count: (id: string) => Promise<void>;
  children: ReactNode;
}

/** Leads where a slide leads, and counts that somebody has followed it. */
export function SlideJump({ slide, count, children }: SlideJumpProps) {
  const { id, jump_address, jump_type } = slide;
  const follow = () => void count(id);
  // The middle button opens another window; the right one only asks what can be done.
  const followAside = ({ button }: MouseEvent) => (button === 1 ? follow() : undefined);
  if (jump_address === '') return <span>{children}</span>;
  switch (jump_type) {
    case RotationJump.screen:
      return (
        <ScreenLink to={jump_address} onFollow={follow}>
          {children}
        </ScreenLink>
      );
    case RotationJump.newWindow:
      return (
        <a
          href={jump_address}
          target="_blank"
          rel="noopener noreferrer"
          onClick={follow}
          onAuxClick={followAside}
        >
          {children}
        </a>
      );
    case RotationJump.sameWindow: {
      const leave = (event: MouseEvent) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
          follow();
          return;
        }
        event.preventDefault();
        const late = new Promise((resolve) => setTimeout(resolve, LEAVE_AFTER_MS));
        void Promise.race([count(id), late]).then(() => window.location.assign(jump_address));
      };
      return (
        <a href={jump_address} rel="noreferrer" onClick={leave} onAuxClick={followAside}>
          {children}
        </a>
      );
    }
    default:
      return (
        <CustomJump address={jump_address} onFollow={follow}>
          {children}
        </CustomJump>
      );
  }
}

interface CustomJumpProps {
  address: string;
  onFollow: () => void;
  children: ReactNode;
}

/** Opens a text beside the page, or copies words. */
function CustomJump({ address, onFollow, children }: CustomJumpProps) {
  const words = useWords();
  const asked = customAction(address);
  if (asked === undefined) return <span>{children}</span>;
  if (asked.action === 'text')
    return (
      <ScreenLink to={`home?text=${asked.about}`} onFollow={onFollow}>
        {children}
      </ScreenLink>
    );
  const copy = async () => {
    onFollow();
    if (await copyText(asked.about)) notify.success(words('home.copied', { words: asked.about }));
    else notify.error(words('home.not_copied', { words: asked.about }));
  };
  return (
    <button type="button" className={styles.jump} onClick={() => void copy()}>
      {children}
    </button>
  );
}

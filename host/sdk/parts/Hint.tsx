import { Tooltip } from '@arco-design/web-react';
import { IconQuestionCircle } from '@arco-design/web-react/icon';
import styles from './hint.module.css';

/** A question mark that says in a sentence what the thing beside it is: on hover, on focus and to screen readers. */
export function Hint({ name, text }: { name: string; text: string }) {
  return (
    <Tooltip content={text} trigger={['hover', 'focus']} mini>
      <button type="button" className={styles.hint} aria-label={`${name}: ${text}`}>
        <IconQuestionCircle />
      </button>
    </Tooltip>
  );
}

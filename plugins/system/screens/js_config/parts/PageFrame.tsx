import { useWords } from '@waypost/host-sdk';
import styles from './js-config.module.css';

/**
 * A page that people have written, in a frame that has an origin of its own and runs nothing: with its scripts it would lead
 * on at once, and the page of the back-office allows none but its own anyway.
 */
export function PageFrame({ html }: { html: string }) {
  const words = useWords();
  return (
    <iframe
      className={styles.frame}
      title={words('system.js_config.preview.frame')}
      sandbox=""
      referrerPolicy="no-referrer"
      srcDoc={html}
    />
  );
}

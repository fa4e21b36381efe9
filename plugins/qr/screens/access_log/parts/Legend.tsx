import { useWords } from '@waypost/host-sdk';
import { VISITOR_CLASSES, type VisitorClass } from '../classify.ts';
import styles from './access-log.module.css';

/** What the colours mean, in the order in which they are looked at. */
export function Legend() {
  const words = useWords();
  return (
    <ul className={styles.legend} aria-label={words('qr.enquiry.legend')}>
      {VISITOR_CLASSES.map((name) => (
        <li key={name}>
          <ClassMark name={name} />
        </li>
      ))}
    </ul>
  );
}

/** A class in colour and words: colour alone tells not everyone. */
export function ClassMark({ name }: { name: VisitorClass }) {
  const words = useWords();
  return (
    <span className={styles.mark} data-class={name}>
      {words(`qr.enquiry.class.${name}`)}
    </span>
  );
}

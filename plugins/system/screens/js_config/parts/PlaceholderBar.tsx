import { TEMPLATE_PLACEHOLDERS } from '@waypost/contract';
import { Button, useForm, useWords } from '@waypost/host-sdk';
import { EXAMPLE } from './example.ts';
import styles from './js-config.module.css';
import { SOURCE } from './SourceControl.tsx';

/** What can be filled in, each put in by a press, and an example to begin with. */
export function PlaceholderBar() {
  const words = useWords();
  const { values, setValue } = useForm();
  const html = typeof values.html === 'string' ? values.html : '';
  const putIn = (text: string) => {
    const source = document.querySelector<HTMLTextAreaElement>(`textarea[data-control="${SOURCE}"]`);
    const start = source?.selectionStart ?? html.length;
    const end = source?.selectionEnd ?? html.length;
    setValue('html', html.slice(0, start) + text + html.slice(end));
    // Where it stands the typing goes on, once the text is there.
    requestAnimationFrame(() => {
      source?.focus();
      source?.setSelectionRange(start + text.length, start + text.length);
    });
  };
  return (
    <section className={styles.places} aria-label={words('system.js_config.places')}>
      <p className={styles.help}>{words('system.js_config.places.text')}</p>
      <ul>
        {TEMPLATE_PLACEHOLDERS.map((name) => (
          <li key={name}>
            <Button size="small" onClick={() => putIn(`{{${name}}}`)}>
              <code>{`{{${name}}}`}</code>
            </Button>
            <span className={styles.help}>{words(`system.js_config.place.${name}`)}</span>
          </li>
        ))}
      </ul>
      {html === '' ? (
        <Button onClick={() => setValue('html', EXAMPLE)}>{words('system.js_config.example')}</Button>
      ) : null}
    </section>
  );
}

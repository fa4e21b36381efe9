import styles from './search-box.module.css';

interface SearchBoxProps {
  value: string;
  /** Says where it looks. */
  label: string;
  onChange: (text: string) => void;
}

/** Looks in what stands on the page already. A form around it is not sent by looking for something. */
export function SearchBox({ value, label, onChange }: SearchBoxProps) {
  return (
    <input
      type="search"
      className={styles.search}
      value={value}
      maxLength={80}
      placeholder={label}
      aria-label={label}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
    />
  );
}

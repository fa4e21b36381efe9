import type { Locale } from '@waypost/contract';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { usePicture } from '../pictures/kept-pictures.tsx';
import styles from './rich-text.module.css';
import { ALLOWED_ELEMENTS, MOST_NESTED, PICTURE_ID, textLink } from './values.ts';

const ELEMENTS: ReadonlySet<string> = new Set(ALLOWED_ELEMENTS);

interface RichTextProps {
  /** As the server has cleaned it. */
  html: string;
  locale?: Locale | undefined;
}

/**
 * A text that people have written. Its markup is read in a document that is not shown and runs nothing, and built anew of
 * elements that are known: whatever the server might have let through, no markup gets into the page.
 */
export function RichText({ html, locale }: RichTextProps) {
  const content = useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    return readNodes(body, 0);
  }, [html]);
  return createElement('div', { className: styles.text, lang: locale }, ...content);
}

function readNodes(parent: Node, depth: number): ReactNode[] {
  // What the server has cleaned is not as deep.
  if (depth > MOST_NESTED * 2) return [];
  return [...parent.childNodes].map((node, key) => readNode(node, key, depth + 1));
}

function readNode(node: ChildNode, key: number, depth: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element) || !ELEMENTS.has(node.localName)) return null;
  const name = node.localName;
  if (name === 'br' || name === 'hr') return createElement(name, { key });
  if (name === 'img') {
    const picture = node.getAttribute('data-picture') ?? '';
    if (!PICTURE_ID.test(picture)) return null;
    return <Picture key={key} picture={picture} alt={node.getAttribute('alt') ?? ''} />;
  }
  const children = readNodes(node, depth);
  if (name !== 'a') return createElement(name, { key }, ...children);
  const href = textLink(node.getAttribute('href') ?? '');
  if (href === undefined) return <Fragment key={key}>{children}</Fragment>;
  return createElement('a', { key, href, target: '_blank', rel: 'noopener noreferrer' }, ...children);
}

function Picture({ picture, alt }: { picture: string; alt: string }) {
  const address = usePicture(picture);
  return address === undefined ? <span className={styles.wait} /> : <img src={address} alt={alt} />;
}

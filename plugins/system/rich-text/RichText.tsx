import type { Locale } from '@waypost/contract';
import { createElement, type ReactNode, useMemo } from 'react';
import { usePicture } from '../pictures/use-picture.ts';
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
  return [...parent.childNodes].flatMap((node) => readNode(node, depth + 1));
}

function readNode(node: ChildNode, depth: number): ReactNode[] {
  if (node.nodeType === Node.TEXT_NODE) return [node.textContent];
  if (!(node instanceof Element) || !ELEMENTS.has(node.localName)) return [];
  if (node.localName === 'br' || node.localName === 'hr') return [createElement(node.localName)];
  if (node.localName === 'img') {
    const picture = node.getAttribute('data-picture') ?? '';
    if (!PICTURE_ID.test(picture)) return [];
    return [<Picture key={picture} picture={picture} alt={node.getAttribute('alt') ?? ''} />];
  }
  const children = readNodes(node, depth);
  if (node.localName !== 'a') return [createElement(node.localName, null, ...children)];
  const href = textLink(node.getAttribute('href') ?? '');
  if (href === undefined) return children;
  const attributes = { href, target: '_blank', rel: 'noopener noreferrer' };
  return [createElement('a', attributes, ...children)];
}

function Picture({ picture, alt }: { picture: string; alt: string }) {
  const address = usePicture(picture);
  return address === undefined ? <span className={styles.wait} /> : <img src={address} alt={alt} />;
}

import type { Resource } from '@waypost/contract';
import { type ComponentType, createElement } from 'react';
import { ResourceList } from '../list/ResourceList.tsx';

/** The screen of a folder that has only a resource file: its list, with create and edit in a drawer. */
export function createResourceScreen(module: Readonly<Record<string, unknown>>): ComponentType {
  const resource = Object.values(module).find(isMenuResource);
  if (!resource) throw new TypeError('a screen without a page needs a resource with a menu place');
  return () => createElement(ResourceList, { resource });
}

function isMenuResource(value: unknown): value is Resource {
  const candidate = value as Partial<Resource> | null | undefined;
  return typeof candidate === 'object' && candidate?.menu !== undefined && candidate.fields !== undefined;
}

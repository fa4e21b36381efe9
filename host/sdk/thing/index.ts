export * from './ThingPage.tsx';

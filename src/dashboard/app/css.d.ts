/** The bundler gathers style sheets into a file of their own. */
declare module '*.css';

/** How a list begins that nobody asked for: "it" is none of its issues before a number is said. */
export const offerWords = 'Say the number of one of';

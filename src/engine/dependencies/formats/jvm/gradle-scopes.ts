import type { Scope } from '../../package.ts';

/**
 * What a configuration of Gradle's Java, Kotlin and Android plugins is for: those of tests, of compilers' plugins and of
 * the build script itself are not part of the product.
 */
export const scopeOfConfiguration = (name: string): Scope =>
  /^(?:test|androidTest|integrationTest)(?![a-z])|(?:Test|UnitTest)(?:Implementation|CompileOnly|RuntimeOnly|Api|CompileClasspath|RuntimeClasspath)$|^(?:classpath|kapt|ksp|annotationProcessor|developmentOnly|testAndDevelopmentOnly)|AnnotationProcessor$/.test(
    name,
  )
    ? 'development'
    : 'production';

/*
 * Runs before each test file: a worker that one of them starts would make a runtime of its own, and a
 * process takes only one. What is imported here is evaluated once a process.
 */
import "./temporal-runtime.ts";

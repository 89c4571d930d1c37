package dev.cosmosblog.spring.sample;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class BlogApplication {}

package dev.cosmoslocal.spring.sample;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class BlogApplication {}
